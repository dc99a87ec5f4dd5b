const FALLBACK = 'store'

/**
 * The directory that each attached store is under `/memories`: its name in lower case, every run of
 * characters other than ASCII letters and digits one hyphen; a name that was given already gets
 * `-2`, `-3`. A name of symbols only becomes `store`, for a hyphen alone would tell nobody anything.
 */
export function mountNames(storeNames: readonly string[]): string[] {
  const given = new Set<string>()
  return storeNames.map((name) => {
    const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
    const base = slug === '-' || slug === '' ? FALLBACK : slug
    let mount = base
    for (let number = 2; given.has(mount); number++) mount = `${base}-${number}`
    given.add(mount)
    return mount
  })
}
