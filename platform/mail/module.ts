import { mails } from "./mail.ts"
import { mailSender } from "./sender.ts"
import { mailSettings } from "./settings.ts"

export const mailModule = { streams: [mails, mailSettings], consequences: [], views: [], tables: [], reactors: [mailSender] }
