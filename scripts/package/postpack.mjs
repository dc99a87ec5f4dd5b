// After `npm pack`: the sources as they were.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { root } from '../prepare.mjs'
import { STAGED } from './manifest.mjs'
import { restoreManifest } from './restore-manifest.mjs'

restoreManifest()
rmSync(path.join(root, STAGED), { recursive: true, force: true })
