declare module "saxen" {
  export class Parser {
    on(event: "openTag", hear: (name: string, attributes: () => Readonly<Record<string, string>>, decode: (text: string) => string) => void): this
    on(event: "closeTag", hear: (name: string) => void): this
    on(event: "text", hear: (text: string, decode: (text: string) => string) => void): this
    on(event: "cdata", hear: (text: string) => void): this
    on(event: "error", hear: (error: Error) => void): this
    parse(xml: string): void
  }
}
