/** Translates the texts of an element before it is made. Strings and numbers side by side are one sentence. Loaded with the words. */
import type { Translate } from "./translator.ts"

export type Props = Readonly<Record<string, unknown>>

/** Attributes that are read out or shown: only the product writes them. */
const attributes = ["aria-label", "placeholder", "alt"]
const untouched = new Set<unknown>(["textarea", "code", "style", "script"])

const isText = (child: unknown): child is string | number => typeof child === "string" || typeof child === "number"

/** Puts the texts of an element into a language. `translate="no"` on it leaves them, for what people wrote. */
export const elementsIn = (translate: Translate) => {
  /** The children with each run of texts as one sentence; places stay the same, because React knows children by place. */
  const childrenIn = (children: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
    const result = [...children]
    for (let from = 0; from < children.length; from++) {
      if (!isText(children[from])) continue
      let to = from
      while (to < children.length && (isText(children[to]) || children[to] === null || typeof children[to] === "boolean")) to++
      const run = children.slice(from, to).filter(isText).join("")
      const said = translate(run, false)
      if (said !== run) result.splice(from, to - from, said, ...Array<null>(to - from - 1).fill(null))
      from = to
    }
    return result
  }
  return (type: unknown, props: Props): Props => {
    if (props["translate"] === "no" || untouched.has(type)) return props
    const said: Record<string, unknown> = { ...props }
    for (const name of typeof type === "string" ? [...attributes, "title"] : attributes) {
      const text = props[name]
      if (typeof text === "string") said[name] = translate(text, true)
    }
    const { children } = props
    if (typeof children === "string") said["children"] = translate(children, false)
    else if (Array.isArray(children)) said["children"] = childrenIn(children)
    return said
  }
}
