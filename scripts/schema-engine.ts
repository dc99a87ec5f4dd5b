import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'

/**
 * Prisma's schema engine as WebAssembly: it compares a schema with a database without a binary that
 * would have to be downloaded.
 */

interface SchemaEngine {
  diff(input: unknown): Promise<{ exitCode: number; stdout: string | null }>
}

interface EngineModule {
  SchemaEngine: {
    new: (options: unknown, log: (line: string) => void, adapter: unknown) => Promise<SchemaEngine>
  }
  __wbg_set_wasm(exports: WebAssembly.Exports): void
}

/** The script that takes the database behind the adapter to the schema; null if they agree. */
export async function differenceTo(
  schemaFile: string,
  adapter: Parameters<typeof bindMigrationAwareSqlAdapterFactory>[0],
): Promise<string | null> {
  const { SchemaEngine } = await loadEngine()
  const content = readFileSync(schemaFile, 'utf8')
  const engine = await SchemaEngine.new(
    { datamodels: [[schemaFile, content]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapter),
  )
  const files = [{ path: schemaFile, content }]
  const { exitCode, stdout } = await engine.diff({
    from: { tag: 'schemaDatasource', files, configDir: '.' },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: true,
    filters: { externalTables: [], externalEnums: [] },
  })
  return exitCode === 0 ? null : (stdout ?? '')
}

async function loadEngine(): Promise<EngineModule> {
  // The engine reports panics to this object, and fails obscurely without it.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => console.error(message) },
  })
  const name = '@prisma/schema-engine-wasm/schema_engine_bg'
  const engine = (await import(name)) as EngineModule
  const folder = path.dirname(createRequire(import.meta.url).resolve(name))
  const { instance } = await WebAssembly.instantiate(
    readFileSync(path.join(folder, 'schema_engine_bg.wasm')),
    { './schema_engine_bg.js': engine as unknown as WebAssembly.ModuleImports },
  )
  engine.__wbg_set_wasm(instance.exports)
  ;(instance.exports.__wbindgen_start as () => void)()
  return engine
}
