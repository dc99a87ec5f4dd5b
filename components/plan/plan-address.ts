/** The changed parameters of a plan's address; null removes one. */
export interface PlanPlace {
  /** the memory whose difference is shown */
  file?: string | null
  /** memories that are left out */
  without?: readonly string[]
  /** rows of a group */
  rows?: string
  /** `1`: what others changed since is undone as well */
  force?: string
  /** the memory that is merged by hand */
  memory?: string
}

/** The address of a plan with some parameters changed. */
export function planAddress(address: string, place: PlanPlace): string {
  const [page = '', query = ''] = address.split('?')
  const search = new URLSearchParams(query)
  for (const [name, value] of Object.entries(place)) {
    search.delete(name)
    for (const each of [value ?? []].flat()) search.append(name, String(each))
  }
  return `${page}?${search}`
}

/** What is asked for of a page. */
export type Search = Record<string, string | string[] | undefined>

/** The address of a page with all that is asked for. */
export function addressOf(page: string, search: Search): string {
  const query = new URLSearchParams()
  for (const [name, values] of Object.entries(search)) {
    for (const value of [values ?? []].flat()) query.append(name, value)
  }
  return `${page}?${query}`
}

/** The memories that an address leaves out. */
export function leftOutBy(search: Search): string[] {
  return [search.without ?? []].flat()
}
