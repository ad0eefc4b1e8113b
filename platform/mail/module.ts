import { defineModule } from "../module.ts"
import { mails } from "./mail.ts"
import { mailSender } from "./sender.ts"
import { mailSettings } from "./settings.ts"

export const mailModule = defineModule({ streams: [mails, mailSettings], reactors: [mailSender] })
