// Run by Vitest before each file of the project that has a model server (vitest.config.ts).
import { startOfProcess } from './model-server'

await startOfProcess()
