/** The pages of the guide, in the order of their list, and the files in `docs` that they show. */
export const GUIDE_PAGES = {
  stores: 'guide/stores.md',
  review: 'guide/review.md',
  policy: 'guide/policy.md',
  seed: 'guide/seed.md',
  redact: 'guide/redact.md',
  sessions: 'guide/sessions.md',
  why: 'guide/why.md',
  context: 'guide/context.md',
  connections: 'guide/connections.md',
  scripts: 'guide/scripts.md',
  settings: 'guide/settings.md',
  operations: 'operations.md',
  redaction: 'redaction.md',
} as const satisfies Record<string, string>

export type GuidePageName = keyof typeof GUIDE_PAGES

export const GUIDE_PAGE_NAMES = Object.keys(GUIDE_PAGES) as GuidePageName[]

export function isGuidePage(name: string): name is GuidePageName {
  return Object.hasOwn(GUIDE_PAGES, name)
}

/**
 * Returns the address on this server of a link or picture in a guide's file; others stay as they
 * are.
 */
export function guideAddress(href: string): string {
  const page = /^(?:\.\.\/)?(?:guide\/)?([a-z]+)\.md$/.exec(href)?.[1]
  if (page !== undefined && isGuidePage(page)) return `/guide/${page}`
  const image = /^\.\.\/images\/([a-z-]+\.png)$/.exec(href)?.[1]
  return image === undefined ? href : `/guide/images/${image}`
}
