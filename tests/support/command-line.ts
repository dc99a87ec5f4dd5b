// The command line as bin/palimpsest.mjs runs it, without the compiler.
import { main } from '@/cli/main'

process.exitCode = await main(process.argv.slice(2))
