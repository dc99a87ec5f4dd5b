/** How a person wants differences to be shown. */
export interface DiffOptions {
  /** side by side where there is room, else one below the other */
  isSideBySide: boolean
  /** spaces at the beginnings and ends of lines do not count */
  ignoresSpaces: boolean
  /** what was rewritten within a line is marked */
  marksWords: boolean
  /** long stretches without a change are folded */
  foldsSame: boolean
}

const DEFAULTS: DiffOptions = {
  isSideBySide: true,
  ignoresSpaces: false,
  marksWords: true,
  foldsSame: true,
}

const KEY = 'diff-options'

/** As this browser left them. */
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
