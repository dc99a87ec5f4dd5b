/** The pages of the guide, in the order of their list, and the files in `docs` that they show. */
export const GUIDE_PAGES = {
  stores: 'guide/stores.md',
  seed: 'guide/seed.md',
  sessions: 'guide/sessions.md',
  review: 'guide/review.md',
  redact: 'guide/redact.md',
  why: 'guide/why.md',
  connect: 'guide/connect.md',
  folders: 'guide/folders.md',
  settings: 'guide/settings.md',
  operations: 'operations.md',
  redaction: 'redaction.md',
} as const satisfies Record<string, string>

export type GuidePage = keyof typeof GUIDE_PAGES

export const isGuidePage = (name: string): name is GuidePage => Object.hasOwn(GUIDE_PAGES, name)

/** The address here of a link or picture in one of the files; others stay as they are. */
export function guideAddress(href: string): string {
  const page = /^(?:\.\.\/)?(?:guide\/)?([a-z]+)\.md$/.exec(href)?.[1]
  if (page !== undefined && isGuidePage(page)) return `/guide/${page}`
  const image = /^\.\.\/images\/([a-z-]+\.png)$/.exec(href)?.[1]
  return image === undefined ? href : `/guide/images/${image}`
}
