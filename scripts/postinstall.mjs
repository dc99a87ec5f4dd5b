// Runs after `npm install` and `npm ci` by hand; `npm start` does the same step by step.
import { client, root, scanner } from './prepare.mjs'
import { tidyPackages } from './tidy-packages.mjs'

if (scanner.isStale()) await scanner.make()
if (client.isStale()) await client.make()
tidyPackages(root)
