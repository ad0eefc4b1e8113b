import { Link } from "react-router-dom"

const number = /\b[A-Z]{2,4}-\d{4}-\d{3,}\b/g

/** A sentence whose document numbers, such as INV-2026-00016, link to the document; beside unsent input in a new tab. */
export const Sentence = ({ text, newTab }: { readonly text: string; readonly newTab?: boolean }) => {
  const numbers = text.match(number) ?? []
  return text.split(number).map((words, n) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts of one sentence have no other name
    <span key={n}>
      {words}
      {n < numbers.length && (
        <Link className="link" to={`/find/${numbers[n]}`} {...(newTab && { target: "_blank" })}>
          {numbers[n]}
        </Link>
      )}
    </span>
  ))
}
