/** Reports: every chart has a table with the server's figures; the URL keeps the period; reports are scheduled and sent. */
import { expect, type Page } from "@playwright/test"
import { strFromU8, unzipSync } from "fflate"
import { readFileSync } from "node:fs"
import type { ReportAnswer } from "@ops/reporting/analytics/contract.ts"
import { ask, faults, faultsInTheDark, lastMonth, notice, phone, settled, signedIn, test } from "../signed-in.ts"

const tabs = ["overview", "catering", "facilities", "construction", "financial"] as const
const digits = (text: string) => text.replace("−", "-").replace(/[^\d.-]/g, "")

/** The tables behind the charts of the page. */
const tablesOn = async (page: Page) => {
  await page.evaluate(() => document.querySelectorAll(".report-behind").forEach((details) => details.setAttribute("open", "")))
  return page.locator(".report-part").evaluateAll((parts) =>
    parts.map((part) => ({
      title: part.querySelector("h2")?.textContent,
      rows: [...part.querySelectorAll(".table tbody tr")].map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent ?? "")),
      empty: part.textContent?.includes("No data available for this period"),
    })),
  )
}

// proves S-REP-01, S-REP-02, S-REP-05, S-REP-06, S-REP-07, S-REP-08, S-REP-09, S-REP-10
test("every tab shows the server's answer, figure by figure and row by row", async ({ browser }) => {
  test.setTimeout(300_000)
  const page = await signedIn(browser, "FO-CEO-001")
  for (const tab of tabs) {
    await page.goto(`/reports?tab=${tab}&period=last_month&siteId=all`)
    await expect(page.getByRole("heading", { name: "Reports & Analytics" })).toBeVisible()
    await expect(page.locator(".report-part").first()).toBeVisible()
    await settled(page)
    const report = await ask<ReportAnswer>(page, "GET", `/api/reports/analytics/${tab}?period=last_month`)
    await expect(page.locator(".report-of")).toHaveText(`${report.period.title}, all sites`)
    for (const { label, value } of report.figures) {
      const shown = await page
        .locator(".metric", { has: page.locator("dt", { hasText: new RegExp(`^${label}$`) }) })
        .locator(".metric-value")
        .innerText()
      if (value === null) expect(shown).toContain("no data")
      else expect(Number(digits(shown.replace(/.*\n/, "")))).toBeCloseTo(Number(value), 1)
    }
    const tables = await tablesOn(page)
    expect(tables.map(({ title }) => title)).toEqual(report.series.map(({ title }) => title))
    for (const [n, { columns, rows, title }] of report.series.entries()) {
      expect(tables[n]!.empty, title).toBe(rows.length === 0)
      expect(tables[n]!.rows.length, title).toBe(rows.length)
      for (const [m, row] of rows.entries()) {
        for (const [k, { key, kind }] of columns.entries()) {
          const shown = tables[n]!.rows[m]![k]!
          const value = row[key] ?? null
          if (value === null) expect(shown, title).toBe("no data")
          else if (kind === "text") expect(shown, title).toBe(value)
          else if (kind !== "date") expect(Number(digits(shown)), title).toBeCloseTo(Number(value), 1)
        }
      }
    }
    expect(await faults(page), tab).toEqual([])
    expect(await faultsInTheDark(page), tab).toEqual([])
  }
})

// proves S-REP-01, S-REP-02
test("the URL keeps the chosen period and site, and a reversed range shows an error", async ({ browser }) => {
  const page = await signedIn(browser, "FO-FIN-001")
  await page.goto("/reports?siteId=all")
  await expect(page.getByLabel("Period").locator("option")).toHaveText(["Current Month", "Last Month", "Current Quarter", "Current Year", "Custom Range"])
  await expect(page.getByLabel("Site", { exact: true }).locator("option")).toHaveCount(4)
  await page.getByRole("tab", { name: "Financial" }).click()
  await page.getByLabel("Period").selectOption("Current Year")
  await expect(page).toHaveURL(/tab=financial.*period=this_year|period=this_year.*tab=financial/)
  await expect(page.locator(".report-of")).toHaveText(/^\d{4}, all sites$/)
  await page.getByLabel("Site", { exact: true }).selectOption("Paloj-Adar")
  await expect(page.locator(".report-of")).toHaveText(/, Paloj-Adar$/)
  await page.getByLabel("Period").selectOption("Custom Range")
  await page.getByLabel("From").fill(lastMonth.to)
  await page.getByLabel("To", { exact: true }).fill(lastMonth.from)
  await expect(page.getByText("to must be on or after from: swap the two days")).toBeVisible()
  await expect(page.getByRole("button", { name: "Export All" })).toBeDisabled()
  await page.getByLabel("To", { exact: true }).fill(lastMonth.to)
  await page.getByLabel("From").fill(lastMonth.from)
  const words = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", month: "long", year: "numeric" }).format(new Date(lastMonth.from))
  await expect(page.locator(".report-of")).toHaveText(`${words}, Paloj-Adar`)
  // the books' aging report has the same total
  await page.getByLabel("Site", { exact: true }).selectOption("All Sites")
  const report = await ask<ReportAnswer>(page, "GET", `/api/reports/analytics/financial?from=${lastMonth.from}&to=${lastMonth.to}`)
  const aged = await ask<{ sections: { key: string; total: { values: Record<string, string> } }[] }>(
    page,
    "GET",
    `/api/reports/aged-receivables?asAt=${lastMonth.to}`,
  )
  const open = report.series.find(({ key }) => key === "receivables")!.rows.reduce((sum, { usd }) => sum + Number(usd), 0)
  expect(open).toBeCloseTo(Number(aged.sections.find(({ key }) => key === "all")!.total.values["total"]), 2)
})

// proves S-REP-04
test("Export All downloads the files of the tab with their manifest", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await page.goto("/reports?tab=catering&period=last_month&siteId=all")
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Export All" }).click()])
  expect(download.suggestedFilename()).toMatch(/^catering-.*\.zip$/)
  const { "manifest.json": manifest, ...files } = unzipSync(readFileSync(await download.path()))
  expect(JSON.parse(strFromU8(manifest!)).files.map(({ name }: { name: string }) => name)).toEqual(Object.keys(files))
})

// proves S-REP-03
test("a report is scheduled, sent immediately and paused; a supervisor on a phone sees their own site", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await page.goto("/reports?tab=catering")
  await page.getByRole("button", { name: "Schedule Report" }).first().click()
  const dialog = page.getByRole("dialog", { name: "Schedule Report" })
  await dialog.getByRole("button", { name: "Schedule Report" }).click()
  await expect(dialog.getByText("Name is required")).toBeVisible()
  await expect(dialog.getByText("Choose at least one recipient")).toBeVisible()
  await dialog.getByLabel("Name").fill("Meals every Monday")
  await dialog.getByLabel("Report", { exact: true }).selectOption("Catering")
  await dialog.getByLabel("Frequency").selectOption("Every week")
  await dialog.getByLabel(/Gatluak Riek Tut/).check()
  await dialog.getByLabel(/Nyandeng Garang Ater/).check()
  await dialog.getByRole("button", { name: "Schedule Report" }).click()
  await expect(notice(page, "Meals every Monday is scheduled")).toBeVisible()
  await page.getByRole("button", { name: "Meals every Monday" }).click()
  const drawer = page.getByRole("dialog", { name: "Meals every Monday" })
  await expect(drawer.getByText("Every Monday at 7:00 in Juba")).toBeVisible()
  await drawer.getByRole("button", { name: "Send now" }).click()
  await page
    .getByRole("alertdialog")
    .or(page.getByRole("dialog", { name: /^Send Meals/ }))
    .getByRole("button", { name: "Send now" })
    .click()
  await expect(notice(page, "Sent to 2 of 2 people")).toBeVisible()
  await expect(drawer.getByText(/Gatluak Riek Tut: (queued|sent)/)).toBeVisible()
  await drawer.getByRole("button", { name: "Pause" }).click()
  await expect(drawer.getByText("Paused")).toBeVisible()
  expect(await faults(page)).toEqual([])

  const supervisor = await signedIn(browser, "FO-SUP-001", phone)
  await supervisor.goto("/reports?tab=facilities")
  await expect(supervisor.locator(".report-of")).toHaveText(/, Unity State$/)
  await expect(supervisor.getByRole("tab", { name: "Financial" })).toHaveCount(0)
  await expect(supervisor.getByLabel("Site", { exact: true })).toHaveCount(0)
  expect(await supervisor.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  expect(await faults(supervisor)).toEqual([])
})
