const words = { leave: "Leave", rosters: "Rosters", maintenance: "Maintenance" } as const
export const whatOptions = [
  { value: "leave", label: words.leave, hint: "Who is on leave, without the reason" },
  { value: "rosters", label: words.rosters, hint: "Who works where, turn by turn" },
  { value: "maintenance", label: words.maintenance, hint: "When the next of each plan is due" },
] as const
export const wordsOf = (what: ReadonlyArray<keyof typeof words>) => what.map((each) => words[each]).join(", ")
