/** Construction for a site: a project is created, planned, worked on and completed; the plan is moved by keyboard. */
import { expect, type Page } from "@playwright/test"
import { actsOf, ask, faults, faultsInTheDark, inJuba as day, lookAs, notice, phone, settled, signedIn, test } from "../signed-in.ts"

interface Project {
  readonly id: number
  readonly projectNumber: string
  readonly name: string
}
interface Plan {
  readonly tasks: ReadonlyArray<{ readonly id: number; readonly name: string; readonly start: string; readonly end: string; readonly percent: number }>
}

const inWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
/** A new project in progress, with two tasks, the second after the first. */
const running = async (page: Page, name: string) => {
  const project = await ask<Project>(page, "POST", "/api/construction-projects", { projectName: name, siteId: 1, projectType: "new_construction" })
  const path = `/api/construction-projects/${project.id}`
  await ask(page, "POST", `${path}/tasks`, { name: "Walls", start: day(1), end: day(8) })
  await ask(page, "POST", `${path}/tasks`, { name: "Roof", start: day(8), end: day(14), after: [1] })
  await ask(page, "PATCH", `${path}/start`)
  return { ...project, path }
}

// proves MSG-31
test("a project is created, confirmed and planned at a desk, and staffed, started and completed despite its snag on a phone", async ({ browser }) => {
  const page = await signedIn(browser, "FO-MGT-001")
  const name = `Renovation of the clinic ${Date.now()}`
  await page.goto("/construction")
  await expect(page.getByText("Track renovation and construction activities")).toBeAttached()
  for (const card of ["Active", "Planned", "On Hold", "Completed"]) await expect(page.getByText(card, { exact: true }).first()).toBeVisible()
  await page.getByRole("button", { name: "New Project" }).click()
  const form = page.getByRole("dialog", { name: "New Project" })
  await form.getByRole("button", { name: "Create Project" }).click()
  await expect(form.getByText("Project name is required")).toBeVisible()
  await form.getByLabel("Project name").fill(name)
  await form.getByLabel("Site").selectOption({ label: "Unity State" })
  await form.getByLabel("Budget").fill("48000")
  await form.getByLabel("Project manager").fill("Lado Wani Kenyi")
  await form.getByRole("button", { name: "Create Project" }).click()
  await expect(notice(page, "New construction project created successfully")).toBeVisible()

  // its type is inferred from its name until set by hand
  const row = page.getByRole("row", { name: new RegExp(name) })
  await expect(row).toContainText("Renovation")
  await expect(row).toContainText("$48,000.00")
  await row.getByRole("button", { name: "Confirm" }).click()
  await expect(notice(page, `${name} is renovation`)).toBeVisible()
  await expect(row.getByRole("button", { name: "Confirm" })).toHaveCount(0)
  await row.getByRole("link", { name }).click()
  await expect(page.getByRole("heading", { name: new RegExp(name) })).toContainText("Planning")
  await expect(page.getByText("No description available")).toBeVisible()

  // a plan: a task, and a milestone after it
  await page.getByRole("button", { name: "Add task" }).first().click()
  const task = page.getByRole("dialog", { name: "Add task" })
  await task.getByLabel("Name").fill("Roof sheets")
  await task.getByLabel("Start").fill(day(-1))
  await task.getByLabel("End").fill(day(-2))
  await task.getByRole("button", { name: "Add task" }).click()
  await expect(task.getByText("A task cannot end before it starts")).toBeVisible()
  await task.getByLabel("End").fill(day(5))
  await task.getByRole("button", { name: "Add task" }).click()
  await expect(notice(page, "Task planned")).toBeVisible()
  await expect(page.getByRole("row", { name: /Roof sheets/ })).toBeVisible()
  await page.getByRole("button", { name: "Add task" }).click()
  await task.getByLabel("Name").fill("Roof closed")
  await task.getByLabel("Kind").selectOption({ label: "Milestone" })
  await task.getByLabel("Start").fill(day(3))
  await task.getByLabel("Weight").fill("2")
  await task.getByLabel("Roof sheets").check()
  await task.getByRole("button", { name: "Add task" }).click()
  await expect(task.getByText(/^Roof closed cannot start on .*: Roof sheets ends on/)).toBeVisible()
  await task.getByLabel("Start").fill(day(6))
  await task.getByRole("button", { name: "Add task" }).click()
  await expect(page.getByRole("row", { name: /Roof closed/ })).toContainText("Roof sheets")

  expect(await inWidth(page)).toBeLessThanOrEqual(0)

  // on the site. A person for it; one already chosen cannot be chosen again
  await lookAs(page, "phone")
  expect(await inWidth(page)).toBeLessThanOrEqual(0)
  await page.getByRole("tab", { name: "Resources" }).click()
  await page.getByRole("button", { name: "Assign to Roof sheets" }).click()
  const assign = page.getByRole("dialog", { name: "Assign to Roof sheets" })
  await assign.getByLabel("Kind").selectOption({ label: "Equipment" })
  await assign.getByLabel("Equipment", { exact: false }).last().fill("Scaffold")
  await assign.getByRole("button", { name: "Assign" }).click()
  await expect(page.getByRole("list", { name: "Resources of Roof sheets" })).toContainText("Scaffold")

  await page.getByRole("button", { name: "Start", exact: true }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Start" }).click()
  await expect(page.getByRole("heading", { name: new RegExp(name) })).toContainText("In progress")

  await page.getByRole("tab", { name: /Tasks/ }).click()
  await (await actsOf(page.getByRole("row", { name: /Roof sheets/ }).first())).getByRole("button", { name: "Progress of Roof sheets" }).click()
  const progress = page.getByRole("dialog", { name: "Progress of Roof sheets" })
  await progress.getByLabel("Done").fill("40")
  await progress.getByRole("button", { name: "Save progress" }).click()
  await expect(page.getByRole("row", { name: /Roof sheets/ }).first()).toContainText("40%")

  // an open snag blocks it, unless a reason is given
  await page.getByRole("tab", { name: /Snags/ }).click()
  await page.getByRole("button", { name: "Add snag" }).click()
  const snag = page.getByRole("dialog", { name: "Add snag" })
  await snag.getByLabel("Problem").fill("Gutter leaks")
  await snag.getByRole("button", { name: "Add snag" }).click()
  await expect(notice(page, "Snag noted")).toBeVisible()
  await page.getByRole("button", { name: "Complete" }).click()
  const complete = page.getByRole("dialog")
  await expect(complete.getByText("1 snag is open. Give a reason to complete it anyway.")).toBeVisible()
  await complete.getByRole("button", { name: "Complete anyway" }).click()
  await expect(complete.getByText("Reason is required")).toBeVisible()
  await complete.getByLabel("Reason").fill("Mended with the next rain")
  await complete.getByRole("button", { name: "Complete anyway" }).click()
  await expect(page.getByRole("heading", { name: new RegExp(name) })).toContainText("Completed")
  expect(await inWidth(page)).toBeLessThanOrEqual(0)

  await page.getByRole("tab", { name: "History" }).click()
  await expect(page.getByText("Completed with 1 open snag: Mended with the next rain")).toBeVisible()
})

test("the timeline works by keyboard, a moved task moves its successors, and a table shows the same", async ({ browser }) => {
  const page = await signedIn(browser, "FO-MGT-001")
  const project = await running(page, "Water tower")
  await page.goto(`/construction/${project.id}?tab=timeline`)
  const walls = page.getByRole("button", { name: /^Walls, planned/ })
  await walls.focus()
  await page.keyboard.press("ArrowDown")
  await expect(page.getByRole("button", { name: /^Roof, planned/ })).toBeFocused()
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("Alt+Shift+ArrowRight")
  await expect
    .poll(async () => (await ask<Plan>(page, "GET", `${project.path}/tasks`)).tasks.map(({ name, start, end }) => [name, start, end]))
    .toEqual([
      ["Walls", day(8), day(15)],
      ["Roof", day(15), day(21)],
    ])
  await page.getByText("Show as a table").click()
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(3)
  await walls.press("Enter")
  await expect(page.getByRole("dialog", { name: "Walls" })).toBeVisible()
  await page.keyboard.press("Escape")
  await settled(page)
  expect(await faults(page)).toEqual([])
  expect(await faultsInTheDark(page)).toEqual([])
})

test("a quick action leads to its section of a project; a field operative on a phone sees no amounts", async ({ browser }) => {
  const page = await signedIn(browser, "FO-MGT-001")
  await page.goto("/construction")
  await page.getByRole("button", { name: "Project Timeline" }).click()
  await page.getByRole("menuitem", { name: /Dining hall extension/ }).click()
  await expect(page.getByRole("heading", { name: "Project Timeline" })).toBeVisible()
  await expect(page.getByRole("button", { name: /^Milestone Walls up, .* done/ })).toBeVisible()

  const small = await signedIn(browser, "FO-OPS-001", phone)
  // a field operative sees no amounts and starts nothing
  await small.goto("/construction")
  await expect(small.getByText("Active Projects")).toBeVisible()
  await settled(small)
  expect(await inWidth(small)).toBeLessThanOrEqual(0)
  await expect(small.getByText("Budget Overview")).toHaveCount(0)
  await expect(small.getByRole("button", { name: "New Project" })).toHaveCount(0)
})
