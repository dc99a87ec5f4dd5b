// Before `npm pack`: builds, puts the application into `dist`, and gives npm the description of the
// package in place of that of the sources, which postpack.mjs brings back; by hand, if npm was
// interrupted in between.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { built, client, packages, prepare, requireNode, root, scanner } from '../prepare.mjs'
import { SOURCES_MANIFEST } from './restore-manifest.mjs'

requireNode()
await prepare(packages)
await prepare(scanner)
await prepare(client)
await prepare(built)
const { packedManifest, STAGED } = await import('./manifest.mjs')
const { stagePackage } = await import('./stage.mjs')
await stagePackage(path.join(root, STAGED))
const manifest = packedManifest()
mkdirSync(path.dirname(SOURCES_MANIFEST), { recursive: true })
cpSync(path.join(root, 'package.json'), SOURCES_MANIFEST)
writeFileSync(path.join(root, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
