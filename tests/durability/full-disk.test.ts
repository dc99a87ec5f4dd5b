import { createStore } from '@/lib/store/change-stores'
import { bundle } from '@/tests/support/bundle'
import { expect, test } from '@/tests/support/fixtures'
import { freshDatabase } from '@/tests/support/fresh-database'
import { isThere } from '@/tests/support/needed'
import { inOwnMounts, mayMount } from '@/tests/support/own-mounts'

test.runIf(isThere('right to mount', mayMount, 'a full disk'))(
  'on a full disk a write, a restore and an upload are refused as such, readiness says it, and all go on once there is room',
  async ({ folder }) => {
    await createStore({ name: 'elsewhere' })
    const program = await bundle('tests/durability/full-disk-process.ts')
    const { file, remove } = await freshDatabase()
    const { stdout, stderr } = inOwnMounts(
      'mount -t tmpfs -o size=24m none "$1"; cp "$2" "$1/test.db"; exec "$3" "$4" "$1/test.db"',
      { args: [folder, file, process.execPath, program], env: { DATA_DIR: folder } },
    )
    await remove()
    expect(stdout, stderr).toBe(
      'written, ready; disk_full, disk_full; disk_full; disk_full; written, ready',
    )
  },
)
