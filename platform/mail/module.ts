import { mails } from "./mail.ts"
import { mailSender } from "./sender.ts"

export const mailModule = { streams: [mails], consequences: [], views: [], tables: [], reactors: [mailSender] }
