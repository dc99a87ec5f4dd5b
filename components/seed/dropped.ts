import type { SeedFile } from './seed-files'

let dropped: Promise<SeedFile[]> | null = null

/** Keeps what was dropped on one page for the page that it leads to. */
export function keepDropped(files: Promise<SeedFile[]>): void {
  dropped = files
}

/** What was dropped on the page before; null where nothing was. It is given once. */
export function takeDropped(): Promise<SeedFile[]> | null {
  const files = dropped
  dropped = null
  return files
}
