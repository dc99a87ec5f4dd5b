// Set-up of every run of the unit tests: what they load besides the sources.
import { prepare, scanner } from './prepare.mjs'

export default () => prepare(scanner)
