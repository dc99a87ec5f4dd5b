// Set-up of every run of the unit tests: what they load besides the sources.
import { client, prepare, scanner } from './prepare.mjs'

export default async () => {
  await prepare(scanner)
  await prepare(client)
}
