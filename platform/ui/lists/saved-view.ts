/** The settings of a list view. */
export interface Looks {
  readonly query: Readonly<Record<string, string>>
  readonly sort: string | null
  readonly columns: readonly string[] | null
}

export interface SavedView extends Looks {
  readonly id: number
  readonly list: string
  readonly name: string
  readonly sharedFrom: number | null
  readonly ownerName: string
  readonly isOwn: boolean
  readonly isDefault: boolean
}

export const savedViewsPath = "/api/saved-views"
