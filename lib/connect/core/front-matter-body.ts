const FRONT_MATTER = /^---\r?\n([^]*?)\r?\n---\r?\n/

/** A text without its front matter, and without the empty lines around the rest. */
export function bodyOf(text: string): string {
  return text.replace(FRONT_MATTER, '').replace(/^\n+|\n+$/g, '')
}

/** The session that a file of Claude Code's memory says it was first written in; null: it says none. */
export function originSessionOf(text: string): string | null {
  const front = FRONT_MATTER.exec(text)?.[1] ?? ''
  return /^\s*originSessionId:\s*["']?([\w-]{8,64})["']?\s*$/m.exec(front)?.[1] ?? null
}
