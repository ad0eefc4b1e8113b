import { defineModule } from "@ops/platform/module.ts"
import { refuseUnknownClient } from "./client.ts"
import { contracts } from "./contracts/resource.ts"
import { projects } from "./projects/resource.ts"
import { projectConsequences } from "./projects/project-consequences.ts"
import { projectHeads } from "./projects/project-head.ts"
import { adoptHeads } from "./projects/project-head-setup.ts"
import { clients } from "./resource.ts"
import { staffMembers } from "./staff-members/resource.ts"

const latest = (terms: string, value: string) =>
  `(select (t->>'${value}')::bigint from jsonb_array_elements(k.${terms}) t where (t->>'from')::date <= es.today() order by t->>'from' desc limit 1)`
const detail = (name: string) => `k.details->>'${name}'`

/** The services of clients, one row per contract. */
const services = `create view customer_service as
  select k.id, k.client_id as customer_id, k.service_type, k.start_date <= es.today() and (k.end_date is null or k.end_date >= es.today()) as is_active,
         k.start_date, k.end_date, k.notes
  from client_contract k`
/** Catering contracts with today's terms; the rate in cents. */
const catering = `create view catering_service as
  select k.id as customer_service_id, k.site_id, (${detail("staffCapacity")})::bigint as staff_capacity, ${latest("head_counts", "heads")} as current_staff_count,
         ${latest("rates", "rate")} as meal_rate, k.details->'mealTypes' as meal_types, ${detail("specialDietaryRequirements")} as special_dietary_requirements,
         ${detail("kitchenFacilities")} as kitchen_facilities, ${detail("servingSchedule")} as serving_schedule, k.notes
  from client_contract k where k.service_type = 'catering'`
/** Cleaning contracts; hours in thousandths, the rate in cents. */
const cleaning = `create view cleaning_service as
  select k.id as customer_service_id, k.site_id, ${detail("cleaningType")} as cleaning_type, ${detail("serviceFrequency")} as service_frequency,
         k.details->'areasIncluded' as areas_included, ${detail("specialEquipment")} as special_equipment, ${detail("chemicalsUsed")} as chemicals_used,
         coalesce((${detail("staffRequired")})::bigint, 1) as staff_required, (${detail("estimatedHours")})::bigint as estimated_hours,
         (${detail("hourlyRate")})::bigint as hourly_rate, k.notes
  from client_contract k where k.service_type = 'cleaning'`

export const clientsModule = defineModule({
  resources: [clients, contracts, projects, staffMembers],
  streams: [projectHeads],
  consequences: [...projectConsequences, refuseUnknownClient],
  views: [services, catering, cleaning, "create view party as select id, company_name as name from client"],
  setup: adoptHeads("service", "select id, project_code as number, project_name as name, site_id, client_id, status = 'active' as is_active from project"),
})
