/** How a resource is searched, according to its declaration: by its number and by words. */
import { capitalised, snake } from "../../text.ts"
import type { SearchSource } from "../search-source.ts"
import type { AnyResource } from "./resource.ts"

interface Searched extends Pick<SearchSource, "screen"> {
  /** the fields whose words are searched; by default those that the list searches */
  readonly words?: ReadonlyArray<string>
  /** a field, or SQL over the row `r` of the list */
  readonly title: string
  readonly detail?: string
  /** the code of its site is shown: the list is joined with the site `s` */
  readonly site?: true
  /** the title is a name: it is found even if a letter is wrong */
  readonly named?: true
}

export const searchOf = (resource: AnyResource, { words = resource.search, title, detail, site, named, screen }: Searched): SearchSource => {
  const [, several] = resource.noun
  // the number takes precedence over the words
  const first = resource.number === undefined ? [] : [resource.number]
  const column = (field: string, r = "r") => (/^\w+$/.test(field) ? `${r}.${snake(field)}` : field)
  return {
    record: resource.stream.record,
    label: resource.stream.record.label,
    heading: capitalised(several),
    call: resource.path,
    list: resource.shape,
    alias: "r",
    words: (r) => [...new Set([...first, ...words])].map((field) => column(field, r)),
    ...(resource.number !== undefined && { number: column(resource.number) }),
    title: column(title),
    ...(detail !== undefined && { detail: column(detail) }),
    ...(site && { site: "s.code" }),
    ...(named && { named }),
    screen,
  }
}
