import { sentenceOf } from "@ops/platform/ui/data/api.ts"
import { notify } from "@ops/platform/ui/layers/notices.tsx"

/** Sends, and says the screen's fixed sentence when that fails, with the server's reason in the line below it. */
export const withFixedMessage =
  <Input, Answer>(send: (input: Input) => Promise<Answer>, failed: string) =>
  (input: Input): Promise<Answer> =>
    send(input).catch((error: unknown) => {
      notify.error([failed, sentenceOf(error, "")].filter(Boolean).join("\n"))
      throw error
    })
