import { db, write } from '@/lib/db'
import { findConnection } from '@/lib/folders/connections'
import { reportSchema } from '@/lib/folders/model'
import { type Passed, runPass } from '@/lib/folders/pass'
import type { Kept } from '@/lib/folders/write-back'
import { asStore } from '@/lib/store/model/model'
import { newId } from '@/lib/text/ids'
import type { DiskPort } from '@/lib/folders/disk'

/** A folder that is in step with a store, on a disk of the test's own. */
export class InStep {
  readonly kept = new Map<string, Kept>()

  private constructor(
    readonly id: string,
    readonly storeId: string,
    private readonly disk: DiskPort,
  ) {}

  static async begin(storeId: string, disk: DiskPort): Promise<InStep> {
    const id = newId('folder')
    const data = {
      id,
      storeId,
      preset: 'folder',
      location: `/nowhere/${id}`,
      isTwoWay: true,
      report: reportSchema.parse({}),
      actorType: 'user' as const,
      actorId: 'user_local',
      createdAt: new Date(),
    }
    await write((tx) => tx.connection.create({ data, select: { id: true } }))
    return new InStep(id, storeId, disk)
  }

  /** One pass. */
  async pass(): Promise<Passed> {
    const connection = await findConnection(this.id)
    const store = await db.store.findUnique({ where: { id: this.storeId } })
    if (!connection || !store) throw new Error('it is in step no more')
    const folder = { connection, store: asStore(store), disk: this.disk, kept: this.kept }
    return runPass({ ...folder, isOwnData: () => false }, new AbortController().signal)
  }

  /** Passes until both sides are in step, and what was kept is gone. */
  async settle(): Promise<Passed> {
    for (let passes = 0; ; passes++) {
      for (const kept of this.kept.values()) kept.until = 0
      const passed = await this.pass()
      if (!passed.isAgain && this.kept.size === 0) return passed
      if (passes > 30) throw new Error('it never comes in step')
    }
  }

  /** Another process goes on. */
  restart(): void {
    this.kept.clear()
  }

  async report() {
    const connection = await findConnection(this.id)
    if (!connection) throw new Error('it is in step no more')
    return connection.report
  }
}
