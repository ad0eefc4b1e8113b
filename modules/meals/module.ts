import { staffFeedingRecords } from "./staff-feeding.ts"

export const cateringModule = { streams: [staffFeedingRecords], consequences: [], views: [], tables: [], reactors: [] }
