/** A person's settings for differences. */
export interface DiffOptions {
  /** side by side if there is room, else stacked */
  isSideBySide: boolean
  /** leading and trailing spaces don't count */
  ignoresSpaces: boolean
  /** rewritten words within a line are highlighted */
  marksWords: boolean
  /** long unchanged stretches are folded */
  foldsSame: boolean
}

const DEFAULTS: DiffOptions = {
  isSideBySide: true,
  ignoresSpaces: false,
  marksWords: true,
  foldsSame: true,
}

const KEY = 'diff-options'

/** Returns the options last stored in this browser. */
export function storedDiffOptions(): DiffOptions {
  const stored: unknown = parsed(localStorage.getItem(KEY))
  const options = { ...DEFAULTS }
  if (typeof stored !== 'object' || stored === null) return options
  for (const name of Object.keys(options) as (keyof DiffOptions)[]) {
    const value: unknown = Reflect.get(stored, name)
    if (typeof value === 'boolean') options[name] = value
  }
  return options
}

export function storeDiffOptions(options: DiffOptions): void {
  localStorage.setItem(KEY, JSON.stringify(options))
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
