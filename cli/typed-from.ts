/** The folder that the command was typed in; the process itself runs in the project's. */
export function typedFrom(): string {
  // oxlint-disable-next-line no-restricted-properties -- no setting: bin/palimpsest.mjs hands it on
  return process.env.PALIMPSEST_CWD ?? process.cwd()
}
