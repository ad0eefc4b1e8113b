/** An administrator erases the personal data of a person: a preview shows what will be erased, and the number is typed again. */
import { expect, type Page } from "@playwright/test"
import { ask, faults, inJuba, notice, settled, signedIn, test } from "../signed-in.ts"

const erasing = (page: Page) => page.getByRole("dialog", { name: /^Erase / })

test("a suspended person is erased permanently, and the history shows why", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  const employeeId = `FO-GON-${Date.now()}` // a different one on a retry
  const { id } = await ask<{ id: string }>(page, "POST", "/api/users", {
    employeeId,
    firstName: "Nyibol",
    lastName: "Mayen",
    role: "field_operative",
    siteId: 1,
  })
  await page.goto(`/settings?tab=users&open=${id}`)
  const drawer = page.getByRole("dialog", { name: "Nyibol Mayen" })
  await expect(drawer.getByRole("button", { name: "Suspend" })).toBeVisible()
  // a person who can sign in cannot be erased
  await expect(drawer.getByRole("button", { name: "Erase personal data" })).toHaveCount(0)
  await ask(page, "PUT", `/api/users/${id}/suspend`, { reason: "Left the company" })
  await drawer.getByRole("button", { name: "Erase personal data" }).click()
  const dialog = erasing(page)
  await expect(dialog.getByText("Erased:")).toBeVisible()
  await expect(dialog.getByText(/first name, last name, email, phone number\. 1 event of the log/)).toBeVisible()
  await dialog.getByLabel("The employee ID, typed again").fill("FO-GON")
  await dialog.getByRole("button", { name: "Erase" }).click()
  await expect(dialog.getByText("Reason is required")).toBeVisible()
  await expect(dialog.getByText(`To confirm, type the employee ID ${employeeId}`)).toBeVisible()
  expect(await faults(page)).toEqual([])
  await dialog.getByLabel("Reason").fill("Asked for it")
  await dialog.getByLabel("The employee ID, typed again").fill(employeeId)
  await dialog.getByRole("button", { name: "Erase" }).click()
  await expect(notice(page, `The personal data of ${employeeId} is erased`)).toBeVisible()
  const gone = page.getByRole("dialog", { name: "erased person" })
  await expect(gone.getByText("Personal data erased: Asked for it")).toBeVisible()
  await expect(gone.getByRole("button", { name: "Erase personal data" })).toHaveCount(0)
  await expect(page.getByText("Nyibol Mayen")).toHaveCount(0)
})

test("the contacts of a vendor and a prospect can be erased, only by an administrator", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  const contact = { contactPerson: "Akuol Bior", email: "akuol@example.com", phone: "+211 912 000 111" }
  const vendor = await ask<{ id: number; vendorNumber: string }>(page, "POST", "/api/vendors", { name: "Nile Rope", ...contact })
  const prospect = await ask<{ id: number; prospectNumber: string }>(page, "POST", "/api/crm/prospects", { companyName: "Nile Hides", ...contact })
  const places = [
    [`/financial?tab=vendors&open=${vendor.id}`, vendor.vendorNumber, "The vendor's number"],
    [`/marketing?tab=prospects&open=${prospect.id}`, prospect.prospectNumber, "The prospect's number"],
  ] as const
  const manager = await signedIn(browser, "FO-MGT-001")
  for (const [path, number, called] of places) {
    await manager.goto(path)
    await expect(manager.getByRole("dialog").getByText("Akuol Bior")).toBeVisible()
    await settled(manager)
    await expect(manager.getByRole("button", { name: "Erase personal data" })).toHaveCount(0)

    await page.goto(path)
    await page.getByRole("button", { name: "Erase personal data" }).click()
    const dialog = erasing(page)
    await dialog.getByLabel("Reason").fill("The person asked for it")
    await dialog.getByLabel(`${called}, typed again`).fill(number)
    await dialog.getByRole("button", { name: "Erase" }).click()
    await expect(notice(page, `The personal data of ${number} is erased`)).toBeVisible()
    await expect(page.getByRole("button", { name: "Erase personal data" })).toHaveCount(0)
    await expect(page.getByText("Akuol Bior")).toHaveCount(0)
  }
})

test("former employees, contractors and people of clients can be erased", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  const [position] = await ask<{ id: number; department: { id: number } }[]>(page, "GET", "/api/hr/positions?q=Cook")
  const named = { firstName: "Achan", lastName: "Wani" }
  const hired = { positionId: position!.id, departmentId: position!.department.id, siteId: 1, hireDate: inJuba(-10), employmentType: "full_time" }
  const staff = await ask<{ id: number; staffNumber: string }>(page, "POST", "/api/hr/staff", { ...named, ...hired, salary: "300.00", currency: "USD" })
  const agreed = { phone: "+211 912 000 222", serviceType: "Painting", departmentId: position!.department.id, contractStart: inJuba(-10), dailyRate: "40.00" }
  const contractor = await ask<{ id: number; contractorNumber: string }>(page, "POST", "/api/contractors", { ...named, ...agreed })
  await ask(page, "PUT", `/api/hr/staff/${staff.id}/terminate`, { terminationDate: inJuba(-1), reason: "Moved away" })
  await ask(page, "PUT", `/api/contractors/${contractor.id}/end`, { endedOn: inJuba(), reason: "Done" })
  const erase = async (number: string, called: string) => {
    const dialog = erasing(page)
    await dialog.getByLabel("Reason").fill("Asked for it")
    await dialog.getByLabel(`${called}, typed again`).fill(number)
    await dialog.getByRole("button", { name: "Erase" }).click()
    await expect(notice(page, `The personal data of ${number} is erased`)).toBeVisible()
    await expect(page.getByText("Achan Wani")).toHaveCount(0)
  }
  await page.goto(`/hr?open=${staff.id}&dialog=erase`)
  await erase(staff.staffNumber, "The staff number")
  await page.goto(`/contractors?open=${contractor.id}&dialog=erase`)
  await erase(contractor.contractorNumber, "The contractor's number")

  const [left] = await ask<{ staffNumber: string; firstName: string; lastName: string; clientId: number }[]>(page, "GET", "/api/staff-members?status=left")
  await page.goto(`/clients?open=${left!.clientId}&part=staff`)
  await page.getByLabel("Former staff").check()
  await page
    .getByRole("button", { name: `Erase ${left!.firstName} ${left!.lastName}` })
    .first()
    .click()
  await erase(left!.staffNumber, "The staff number")
})
