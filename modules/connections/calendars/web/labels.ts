const words = { leave: "Leave", rosters: "Rosters", maintenance: "Maintenance" } as const
export const whatOptions = [
  { value: "leave", label: words.leave, hint: "Who is on leave, without the reason" },
  { value: "rosters", label: words.rosters, hint: "Who works where, by rotation" },
  { value: "maintenance", label: words.maintenance, hint: "Next due date of each plan" },
] as const
export const wordsOf = (what: ReadonlyArray<keyof typeof words>) => what.map((each) => words[each]).join(", ")
