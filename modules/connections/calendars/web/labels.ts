const words = { leave: "Leave", rosters: "Rosters", maintenance: "Maintenance" } as const
export const whatOptions = [
  { value: "leave", label: words.leave, hint: "who is on leave, and not why" },
  { value: "rosters", label: words.rosters, hint: "who works where, turn by turn" },
  { value: "maintenance", label: words.maintenance, hint: "when the next of each plan is due" },
] as const
export const wordsOf = (what: ReadonlyArray<keyof typeof words>) => what.map((each) => words[each]).join(", ")
