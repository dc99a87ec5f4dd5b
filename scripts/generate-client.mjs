// Makes the client of the store from prisma/models: one module for each database in
// lib/db/generated, and the types of both. It calls Prisma's generator itself, because the command
// that usually does (`prisma generate`) brings 231 MB to everybody who installs.
import { build } from 'esbuild'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { modelsFor } from './models-for.mjs'
import { tablesOf, textsOf } from './tables-of.mjs'

const require = createRequire(import.meta.url)
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const target = path.join(root, 'lib', 'db', 'generated')
const { version } = require('@prisma/client/package.json')
const { generateClient } = require('@prisma/client-generator-ts')
const { getDMMF } = require('@prisma/get-dmmf')
const { deserializeParamGraph, serializeParamGraph } = require('@prisma/param-graph')

const sourcesOf = (database) => path.join(target, database)

/**
 * The columns of each model's fields, for statements that name them (lib/db/columns.ts), and the
 * tables with what their texts are (lib/db/tables.ts).
 */
function writeWhatModelsSay({ datamodel }) {
  const columnsOf = ({ fields }) =>
    Object.fromEntries(
      fields.flatMap(({ kind, name, dbName }) =>
        kind === 'object' ? [] : [[name, dbName ?? name]],
      ),
    )
  const property = (name) => name[0].toLowerCase() + name.slice(1)
  const columns = datamodel.models.map((model) => [property(model.name), columnsOf(model)])
  writeConstants('columns.ts', { COLUMNS: Object.fromEntries(columns) })
  writeConstants('tables.ts', { TABLES: tablesOf(datamodel), TEXTS: textsOf(datamodel) })
}

function writeConstants(file, constants) {
  const lines = Object.entries(constants).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value, null, 2)} as const\n`,
  )
  writeFileSync(path.join(target, file), lines.join('\n'))
}

async function generate(database) {
  const output = sourcesOf(database)
  const schema = modelsFor(database)
  const where = { sourceFilePath: path.join(root, 'prisma') }
  const dmmf = await Promise.resolve(getDMMF({ datamodel: schema }))
  // It returns what it finds wrong.
  if (dmmf.error) throw new Error(dmmf.error.message)
  // Enums are enums in the models of SQLite only.
  if (database === 'sqlite') writeWhatModelsSay(dmmf)
  await generateClient({
    datamodel: schema.map(([, text]) => text).join('\n'),
    schemaPath: where.sourceFilePath,
    dmmf,
    generator: {
      name: 'client',
      provider: { fromEnvVar: null, value: 'prisma-client' },
      output: { fromEnvVar: null, value: output },
      config: {},
      binaryTargets: [],
      previewFeatures: [],
      ...where,
    },
    datasources: [
      {
        name: 'db',
        provider: database,
        activeProvider: database,
        url: { fromEnvVar: null, value: null },
        schemas: [],
        ...where,
      },
    ],
    outputDir: output,
    runtimeBase: '@prisma/client/runtime',
    binaryPaths: {},
    engineVersion: '',
    clientVersion: version,
    activeProvider: database,
    target: 'nodejs',
    moduleFormat: 'esm',
    generatedFileExtension: 'ts',
    importFileExtension: 'ts',
    tsNoCheckPreamble: true,
    // Half of the memory of `fast`; a plan, which is made once a query, takes no longer.
    compilerBuild: 'small',
  })
  const wasm = path.join(target, `${database}.wasm`)
  writeFileSync(wasm, await compilerOf(database))
  makeSmall(path.join(output, 'internal', 'class.ts'), path.relative(root, wasm))
  await build({
    entryPoints: [path.join(output, 'internal', 'class.ts')],
    outfile: path.join(target, `${database}.mjs`),
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    logLevel: 'warning',
  })
}

/** Prisma's compiler of queries for a database, as WebAssembly. */
async function compilerOf(database) {
  const { wasm } = await import(
    `@prisma/client/runtime/query_compiler_small_bg.${database}.wasm-base64.mjs`
  )
  return Buffer.from(wasm, 'base64')
}

const GRAPH = /strings: JSON\.parse\((".*?")\),\n\s*graph: (".*?")/s
const READS_COMPILER = /const \{ wasm \} = await import\("[^"]+"\)\n.*$/m

/**
 * Rewrites what Prisma generated so that it takes 15 MB less in the server's memory: the compiler is
 * read from a file, not kept as text; and the graph of parameters names its edges by numbers so far
 * from 0 that V8 keeps them in tables, and not in arrays from 0 on with a thousand empty places.
 */
function makeSmall(file, wasm) {
  const text = readFileSync(file, 'utf8')
  if (!GRAPH.test(text) || !READS_COMPILER.test(text)) {
    throw new Error(`${file} is not as Prisma ${version} writes it`)
  }
  const small = text
    .replace(GRAPH, (_, strings, graph) => {
      const spread = spreadGraph({
        strings: JSON.parse(JSON.parse(strings)),
        graph: JSON.parse(graph),
      })
      return `strings: JSON.parse(${JSON.stringify(JSON.stringify(spread.strings))}),
  graph: ${JSON.stringify(spread.graph)}`
    })
    .replace(
      READS_COMPILER,
      `const { readFileSync } = await import('node:fs')
    return new WebAssembly.Module(readFileSync(${JSON.stringify(wasm)}))`,
    )
  writeFileSync(file, small)
}

/** Gap from which on V8 keeps an object's elements in a table (kMaxGap in its js-objects.h). */
const GAP = 1024

function spreadGraph(given) {
  const { strings, inputNodes, outputNodes, roots } = deserializeParamGraph(given)
  const spread = ({ edges }) => ({
    edges: Object.fromEntries(
      Object.entries(edges).map(([at, edge]) => [Number(at) + GAP, spreadEnum(edge)]),
    ),
  })
  return serializeParamGraph({
    strings: [...Array(GAP).fill(''), ...strings],
    inputNodes: inputNodes.map(spread),
    outputNodes: outputNodes.map(spread),
    roots,
  })
}

const spreadEnum = (edge) =>
  edge.enumNameIndex === undefined ? edge : { ...edge, enumNameIndex: edge.enumNameIndex + GAP }

/** All of our integers are below 2^53 and read as numbers (lib/db/client.ts turns them). */
function readIntegersAsNumbers(folder) {
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const full = path.join(file.parentPath, file.name)
    const text = readFileSync(full, 'utf8')
    writeFileSync(
      full,
      text.replaceAll('bigint | number', 'number').replace(/\bbigint\b/g, 'number'),
    )
  }
}

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
for (const database of ['sqlite', 'postgresql']) await generate(database)
rmSync(sourcesOf('postgresql'), { recursive: true })
readIntegersAsNumbers(sourcesOf('sqlite'))
