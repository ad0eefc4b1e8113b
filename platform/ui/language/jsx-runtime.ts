/** Makes the elements of our screens, like React's own runtime, in the language of the person: every text of ours becomes part of an element here. */
import { Fragment, jsx as made, jsxs as madeOfSeveral } from "react/jsx-runtime"
import type { Props } from "../../language/elements.ts"
import { spoken } from "./words.ts"

export { Fragment }

export const jsx: typeof made = (type, props, key) => made(type, spoken ? spoken.element(type, props as Props) : props, key)
export const jsxs: typeof madeOfSeveral = (type, props, key) => madeOfSeveral(type, spoken ? spoken.element(type, props as Props) : props, key)

/** For the development server, which marks children that are written one by one. */
export const jsxDEV = (type: Parameters<typeof made>[0], props: unknown, key: Parameters<typeof made>[2], isStatic: boolean) =>
  (isStatic ? jsxs : jsx)(type, props, key)
