// Run by cli.test.ts: the command line, as bin/palimpsest.mjs runs it from the sources.
import { main } from '@/cli/main'

process.exitCode = await main(process.argv.slice(2), process.env.TYPED_IN ?? process.cwd())
