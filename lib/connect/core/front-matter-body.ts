const FRONT_MATTER = /^---\r?\n([^]*?)\r?\n---\r?\n/

/** A text without its front matter, and without the empty lines around the rest. */
export function bodyOf(text: string): string {
  const body = text.replace(FRONT_MATTER, '')
  let from = 0
  let to = body.length
  while (body[from] === '\n') from++
  while (to > from && body[to - 1] === '\n') to--
  return body.slice(from, to)
}

/** The session that a file of Claude Code's memory says it was first written in; null: it says none. */
export function originSessionOf(text: string): string | null {
  const front = FRONT_MATTER.exec(text)?.[1] ?? ''
  return /^[ \t]*originSessionId:[ \t]*["']?([\w-]{8,64})["']?[ \t\r]*$/m.exec(front)?.[1] ?? null
}
