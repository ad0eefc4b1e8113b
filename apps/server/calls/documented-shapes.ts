/**
 * The documented shapes of answers: the kind of each field. n: a number, d: decimals as text, s: text, b: yes or no, a: a list; without a kind, it
 * may be null.
 */

/** The answers of read calls, a row or the whole, by path. */
export const reads: Readonly<Record<string, string>> = {
  "/api/auth/user":
    "id:s email firstName:s lastName:s profileImageUrl role:s department siteId accessLevel:n isActive:b biometricEnabled:b lastLogin phoneNumber employeeId:s position supervisor hireDate permissions:a levelName:s levelDescription:s site",
  "/api/alerts": "id:n type:s title:s message:s priority:s createdAt:s isRead:b isResolved:b resolvedAt siteId relatedEntity relatedEntityId site.name:s",
  "/api/purchase-requests": "id:n requestNumber:s siteId:n site.name:s notes:s justification:s priority:s status:s requestedByUser.firstName:s items:a",
  "/api/stock/alerts": "id:n currentQuantity:d minimumLevel:d stockItem.name:s stockItem.category:s site.name:s",
  "/api/staff-feeding/weekly-stats": "date:s count:n",
  "/api/dashboard/metrics": "staffFedToday:n activeWorkOrders:n stockAlerts:n monthlyRevenue:n",
  "/api/sites": "id:n name:s location client isActive:b",
  "/api/construction-projects":
    "id:n name:s projectNumber:s projectType:s status:s description:s budget:d actualCost:d startDate expectedEndDate site.name:s projectManagerUser.firstName:s projectManagerUser.lastName:s",
  "/api/expense-requests":
    "id:n requestedBy amount:d currency:s category:s description:s businessPurpose:s siteId paymentMethod:s priority:s status:s createdAt:s requestedByUser.firstName:s requestedByUser.lastName:s",
  "/api/transactions":
    "id:n transactionNumber:s description:s amount:d transactionType:s category:s paymentMethod:s siteId recordedBy transactionDate:s status:s referenceNumber",
  "/api/vendors": "id:n vendorNumber:s name:s contactPerson email phone address paymentTerms:s currency:s isActive:b",
  "/api/projects": "id:n projectName:s",
  "/api/clients": "id:n companyName:s",
  "/api/staff-members": "id:n firstName:s lastName:s staffNumber:s position department mealPlan:s status:s",
  "/api/invoices":
    "id:n invoiceNumber:s siteId:n site.name:s billingPeriod:s staffCount:n totalAmount:d clientName:s clientAddress:s dueDate:s issueDate:s status:s template:s",
  "/api/stock/items": "id:n name:s category:s",
  "/api/meal-sessions":
    "id:n sessionDate:s mealType:s projectId siteId:n clientId:n status:s totalAttendees:n mealCost:d site.name:s project client.companyName:s",
  "/api/meal-attendance": "mealSessionId:n staffMemberId:n attended:b attendanceTime:s staffMember.firstName:s mealSession.mealType:s",
  "/api/site-meal-capacities":
    "siteId:n clientId:n projectId maxBreakfastCapacity:n maxLunchCapacity:n maxDinnerCapacity:n currentBreakfastCount:n currentLunchCount:n currentDinnerCount:n mealRate:d startDate:s endDate notes isActive:b",
  "/api/meal-billing-periods":
    "billingNumber:s site.name:s client.companyName:s startDate:s endDate:s issueDate:s totalMealsServed:n totalMealsMissed:n totalAmount:d status:s",
  "/api/users": "id:s employeeId:s firstName:s lastName:s role:s accessLevel:n isActive:b",
  "/api/accounts": "id:n accountNumber:s accountName:s accountType:s subType parentAccountId balance:d isActive:b description",
  "/api/daily-expenses": "expenseDate:s siteId:n totalCost:d currency:s status:s",
  "/api/daily-meal-summaries": "summaryDate:s site.name:s client.companyName:s totalPlanned:n totalServed:n totalMissed:n totalRevenue:d",
  "/api/employees": "id:n employeeNumber:s firstName:s lastName:s position:s department:s baseSalary:d status:s isActive:b",
  "/api/payroll-runs": "id:n runDate:s status:s totalGrossPay:d totalNetPay:d",
  "/api/crm/prospects": "id:n companyName:s contactPerson email phone address industry:s estimatedValue:n stage:s probability:n status:s notes:s source:s",
  "/api/crm/marketing-targets": "id:n teamMemberId:n targetType:s targetValue:n targetPeriod:s year:n month:n",
  "/api/crm/marketing-budgets": "id:n category:s allocatedAmount:n spentAmount:n budgetPeriod:s year:n month:n",
  "/api/crm/marketing-campaigns": "id:n name:s description:s campaignType:s budget:n startDate:s endDate:s targetAudience expectedLeads:n",
  "/api/crm/petty-cash-requests": "id:n amount:d currency:s category:s purpose:s notes:s status:s requestedByUser.firstName:s requestedByUser.lastName:s",
  "/api/hr/staff":
    "id:n staffNumber:s firstName:s lastName:s email phone nationalId positionId:n departmentId:n siteId supervisorId employmentType:s hireDate:s salary:d currency:s dateOfBirth gender address emergencyContact emergencyPhone bankName bankAccount status:s department.name:s position.title:s",
  "/api/hr/departments": "id:n name:s",
  "/api/hr/positions": "id:n title:s",
  "/api/hr/leave-types": "id:n name:s maxDaysPerYear:n",
  "/api/hr/leave-requests":
    "id:n staffId:n leaveTypeId:n startDate:s endDate:s totalDays:n reason:s emergencyContact emergencyPhone handoverNotes status:s staff.firstName:s leaveType.name:s",
  "/api/hr/attendance/stats": "present:n absent:n",
  "/api/hr/attendance/today": "id:n staffId:n attendanceDate:s checkInTime checkOutTime workHours overtimeHours status:s location notes staff.firstName:s",
  "/api/hr/payroll-periods": "id:n periodName:s startDate:s endDate:s payDate:s status:s currency:s totalNetPay:d",
}

/** The fields recorded for each kind of entity, and where they are read. A word after the path names a part of each row. */
export const entities: ReadonlyArray<readonly [what: string, at: string, fields: string]> = [
  ["Sessions of the signed-in user", "/api/auth/sessions", "id:n userId:s method:s via:s createdAt:s lastSeenAt:s endsAt:s"],
  [
    "Tax reports",
    "/api/tax-reports",
    "reportNumber:s taxPeriod:s taxType:s totalTaxable:d totalTaxOwed:d totalTaxPaid:d taxBalance:d currency:s dueDate:s filingDate status:s notes createdBy:n reviewedBy reviewedDate approvedBy approvedDate",
  ],
  [
    "Tax calculations",
    "/api/tax-reports/1 lines",
    "taxType:s transactionId expenseId payrollId taxableAmount:d taxRate:d taxAmount:d description:s journalEntryId:n",
  ],
  [
    "Tax payments",
    "/api/tax-payments",
    "taxReportId:n paymentNumber:s paymentDate:s paymentAmount:d paymentMethod:s referenceNumber bankAccount currency:s status:s notes recordedBy:n approvedBy approvedDate",
  ],
  [
    "Customers",
    "/api/customers",
    "customerCode:s companyName:s contactPerson email phone address contractStartDate contractEndDate paymentTerms:s currency:s status:s notes createdBy",
  ],
  ["Customer services", "/api/contracts", "contractNumber:s clientId:n siteId:n serviceType:s startDate:s endDate status:s notes"],
  [
    "Catering services",
    "/api/contracts",
    "siteId:n currentStaffCount:n mealRate:d details.staffCapacity:n details.mealTypes:a details.specialDietaryRequirements:s details.servingSchedule:s notes",
  ],
  [
    "Site meal capacity",
    "/api/site-meal-capacities",
    "siteId:n clientId:n projectId maxBreakfastCapacity:n maxLunchCapacity:n maxDinnerCapacity:n currentBreakfastCount:n currentLunchCount:n currentDinnerCount:n mealRate:d currency:s isActive:b startDate:s endDate notes",
  ],
  [
    "Daily meal summary",
    "/api/daily-meal-summaries",
    "siteId:n clientId:n projectId summaryDate:s breakfastPlanned:n breakfastServed:n breakfastMissed:n breakfastRevenue:d lunchPlanned:n lunchServed:n lunchMissed:n lunchRevenue:d dinnerPlanned:n dinnerServed:n dinnerMissed:n dinnerRevenue:d totalPlanned:n totalServed:n totalMissed:n totalRevenue:d currency:s notes:s",
  ],
  [
    "Meal billing periods",
    "/api/meal-billing-periods",
    "billingNumber:s siteId:n clientId:n projectId billingType:s startDate:s endDate:s totalMealsServed:n totalMealsMissed:n totalStaffDays:n mealRate subtotalAmount:d taxRate taxAmount:d totalAmount:d currency:s issueDate:s dueDate:s status:s paidDate paidAmount:d notes:s generatedBy",
  ],
  [
    "Cleaning services",
    "/api/contracts",
    "siteId:n details.cleaningType:s details.serviceFrequency:s details.areasIncluded:a details.specialEquipment details.chemicalsUsed details.staffRequired:n details.estimatedHours:d details.hourlyRate:d notes",
  ],
  [
    "Clients",
    "/api/clients",
    "clientCode:s companyName:s contactPerson email phone address contractStartDate contractEndDate mealRate:d currency:s status:s notes",
  ],
  [
    "Projects",
    "/api/projects",
    "projectCode:s projectName:s clientId:n siteId location projectManager startDate endDate budgetAmount currency:s status:s description",
  ],
  [
    "Clients' people at our sites",
    "/api/staff-members",
    "staffNumber:s firstName:s lastName:s email phone position department projectId clientId:n siteId:n hireDate endDate status:s mealPlan:s allergies dietaryRestrictions emergencyContact emergencyPhone",
  ],
  ["Departments", "/api/hr/departments", "name:s description managerId budget isActive:b"],
  ["Positions", "/api/hr/positions", "title:s departmentId:n level description requirements baseSalary:d isActive:b"],
  [
    "Own staff",
    "/api/hr/staff/4",
    "staffNumber:s firstName:s lastName:s email:s phone:s nationalId:s positionId:n departmentId:n siteId supervisorId employmentType:s hireDate:s terminationDate status:s salary:d currency:s dateOfBirth gender address emergencyContact emergencyPhone bankName:s bankAccount:s passportNumber workPermitNumber workPermitExpiry notes createdBy",
  ],
  [
    "Contractors",
    "/api/contractors",
    "contractorNumber:s firstName lastName email phone:s nationalId contractorType:s serviceType:s departmentId siteId contractStart:s contractEnd hourlyRate dailyRate monthlyRate contractValue currency:s paymentTerms:s status:s availabilityStatus:s skills:a certifications experience address bankName bankAccount totalProjectsCompleted:n currentProjectsCount:n rating notes createdBy",
  ],
  [
    "Contractor assignments",
    "/api/contractor-assignments",
    "contractorId:n projectId workOrderId siteId:n assignmentType:s startDate:s endDate estimatedHours actualHours status:s notes assignedBy",
  ],
  [
    "Meal sessions",
    "/api/meal-sessions",
    "sessionDate:s mealType:s siteId:n projectId clientId:n sessionStartTime:s sessionEndTime status:s totalAttendees:n mealCost:d currency:s notes recordedBy",
  ],
  ["Meal attendance", "/api/meal-attendance", "mealSessionId:n staffMemberId:n attendanceTime:s mealType:s mealCost:d currency:s attended:b notes recordedBy"],
  [
    "Monthly meal invoices",
    "/api/invoices?kind=meal",
    "invoiceNumber:s clientId:n projectId siteId:n billingPeriod:s mealsServed:n mealsMissed:n staffCount:n subtotalAmount:d taxAmount:d totalAmount:d currency:s issueDate:s dueDate:s status:s paidDate paidAmount:d notes generatedBy",
  ],
  [
    "Accounts of people",
    "/api/users",
    "email firstName:s lastName:s profileImageUrl role:s department siteId accessLevel:n isActive:b fingerprintHash faceRecognitionHash biometricEnabled:b lastLogin phoneNumber employeeId:s position supervisor hireDate",
  ],
  ["Sites", "/api/sites", "name:s location client isActive:b"],
  ["Stock items", "/api/stock/items", "name:s category:s unit:s description"],
  ["Stock levels", "/api/stock/levels", "siteId:n stockItemId:n currentQuantity:d minimumLevel:d maximumLevel:d lastUpdated:s"],
  [
    "Purchase requests",
    "/api/purchase-requests",
    "requestNumber:s siteId:n requestedBy:n priority:s status:s notes:s requestDate:s approvedBy approvedDate completedDate",
  ],
  ["Purchase request items", "/api/purchase-requests items", "purchaseRequestId:n stockItemId:n requestedQuantity:n approvedQuantity unitCost:d totalCost:d"],
  ["Staff feeding records", "/api/staff-feeding", "siteId:n date:s mealType:s staffCount:n recordedBy"],
  [
    "Work orders",
    "/api/work-orders",
    "orderNumber:s siteId:n serviceType:s priority:s status:s description:s requestedBy assignedTo requestDate:s scheduledDate completedDate estimatedCost actualCost notes",
  ],
  [
    "Construction projects",
    "/api/construction-projects",
    "projectNumber:s name:s siteId:n projectType:s status:s startDate expectedEndDate actualEndDate budget:d actualCost:d projectManager description:s",
  ],
  [
    "Monthly invoices",
    "/api/invoices?kind=service",
    "invoiceNumber:s siteId:n clientName:s billingPeriod:s periodStart periodEnd staffCount:n totalAmount:d status:s generatedBy createdAt:s sentAt paidDate",
  ],
  ["Alerts", "/api/alerts", "type:s priority:s title:s message:s siteId relatedEntity relatedEntityId isRead:b isResolved:b resolvedAt"],
  [
    "Marketing targets",
    "/api/crm/marketing-targets",
    "teamMemberId:n targetType:s targetValue:n achievedValue:n targetPeriod:s year:n month:n quarter:n status:s",
  ],
  [
    "Marketing budgets",
    "/api/crm/marketing-budgets",
    "category:s allocatedAmount:n spentAmount:n remainingAmount:n budgetPeriod:s year:n month:n quarter:n status:s",
  ],
  [
    "Prospects",
    "/api/crm/prospects",
    "companyName:s contactPerson email phone address industry estimatedValue:n probability:n stage:s source assignedTo lastContact:s nextFollowUp notes:s status:s",
  ],
  [
    "Prospect activities",
    "/api/crm/prospect-activities",
    "prospectId:n activityType:s subject:s description:s activityDate:s duration:n outcome:s recordedBy:n",
  ],
  [
    "Marketing campaigns",
    "/api/crm/marketing-campaigns",
    "name:s description:s campaignType:s budget:n spentAmount:n startDate:s endDate:s targetAudience expectedLeads:n actualLeads:n status:s managedBy",
  ],
  [
    "Petty cash requests",
    "/api/crm/petty-cash-requests",
    "requestedBy:n amount:d currency:s category:s purpose:s receipts:a requestDate:s approvedBy approvedDate status:s disbursedDate notes",
  ],
  [
    "Employees",
    "/api/employees",
    "userId employeeNumber:s firstName:s lastName:s email phone address position:s department:s siteId employmentType:s startDate:s endDate baseSalary:d currency:s payFrequency:s bankAccount taxId status:s isActive:b",
  ],
  [
    "Payroll runs",
    "/api/payroll-runs",
    "runDate:s payPeriodStart:s payPeriodEnd:s status:s totalGrossPay:d totalNetPay:d totalDeductions:d processedBy approvedBy notes",
  ],
  [
    "Payroll entries",
    "/api/payslips",
    "payrollPeriodId:n staffId:n grossPay:d overtime:d bonuses:d allowances:d totalDeductions:d tax:d netPay:d currency:s workingDays:d overtimeHours:d",
  ],
  ["Accounts", "/api/accounts", "accountNumber:s accountName:s accountType:s subType parentAccountId balance:d isActive:b description"],
  [
    "Transactions",
    "/api/transactions",
    "transactionNumber:s description:s amount:d transactionType:s category:s paymentMethod:s referenceNumber siteId recordedBy:n approvedBy transactionDate:s status:s attachments:a",
  ],
  ["Journal entries", "/api/journal-entries", "entryNumber:s entryDate:s description:s totalDebit:d totalCredit:d status:s createdBy reference"],
  ["Journal entry lines", "/api/journal-entries lines", "accountId:n debitAmount:d creditAmount:d description:s"],
  [
    "Expense requests",
    "/api/expense-requests",
    "requestNumber:s requestedBy:n amount:d currency:s category:s subcategory description:s businessPurpose:s siteId requestDate:s requiredDate approvedBy approvedDate status:s receipts:a paymentMethod:s paidDate notes priority:s",
  ],
  ["Vendors", "/api/vendors", "vendorNumber:s name:s contactPerson email phone address taxId paymentTerms:s currency:s isActive:b notes"],
  [
    "Accounts payable",
    "/api/accounts-payable",
    "invoiceNumber:s vendorId:n amount:d currency:s invoiceDate:s dueDate:s description category siteId status:s paidAmount:d paidDate paymentReference attachments:a createdBy approvedBy",
  ],
  [
    "Daily expenses",
    "/api/daily-expenses",
    "expenseDate:s siteId:n recordedBy:n staffFeedingCost:d fuelCost:d transportCost:d suppliesCost:d maintenanceCost:d otherCosts:d totalCost:d currency:s notes receipts:a staffCount approvedBy status:s",
  ],
  [
    "Attendance",
    "/api/hr/attendance",
    "staffId:n attendanceDate:s checkInTime checkOutTime workHours overtimeHours status:s location notes approvedBy recordedBy",
  ],
  ["Leave types", "/api/hr/leave-types", "name:s description maxDaysPerYear:n carryForward:b isActive:b"],
  [
    "Leave requests",
    "/api/hr/leave-requests",
    "staffId:n leaveTypeId:n startDate:s endDate:s totalDays:n reason:s status:s appliedDate:s approvedBy approvedDate rejectionReason emergencyContact emergencyPhone handoverNotes",
  ],
  [
    "Payroll periods",
    "/api/hr/payroll-periods",
    "periodName:s startDate:s endDate:s payDate:s status:s totalGrossPay:d totalDeductions:d totalNetPay:d currency:s processedBy processedDate",
  ],
  [
    "Payroll items",
    "/api/hr/payroll-periods/1/items",
    "payrollPeriodId:n staffId:n basicSalary:d overtime:d allowances:d bonuses:d grossPay:d tax:d socialSecurity:d otherDeductions:d totalDeductions:d netPay:d currency:s workingDays:d actualDaysWorked:d paidLeaveDays:d unpaidLeaveDays:d overtimeHours:d paymentStatus:s paymentDate paymentReference notes",
  ],
  [
    "Staff assignments",
    "/api/hr/assignments",
    "staffId:n projectId siteId assignmentType:s startDate:s endDate role:s responsibilities status:s assignedBy approvedBy notes",
  ],
]

const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  n: (value) => typeof value === "number",
  d: (value) => typeof value === "string" && /^-?\d+\.\d{2,4}$/.test(value),
  s: (value) => typeof value === "string",
  b: (value) => typeof value === "boolean",
  a: Array.isArray,
}
export const fieldsOf = (fields: string) =>
  fields.split(" ").map((field) => {
    const [path = "", kind] = field.split(":")
    return { path: path.split("."), kind }
  })
/** The fields that the row lacks, or has with another type. */
export const lacking = (row: object, fields: string) =>
  fieldsOf(fields)
    .filter(({ path, kind }) => {
      const value = path.reduce<unknown>((within, name) => (within as Readonly<Record<string, unknown>> | null | undefined)?.[name], row)
      return value === undefined || (kind !== undefined && !kinds[kind]!(value))
    })
    .map(({ path }) => path.join("."))
