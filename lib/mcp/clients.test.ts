import { expect, test, vi } from 'vitest'
import { LOCAL_API_ACTOR } from '@/lib/store/model/actor'
import { onBothDatabases } from '@/tests/support/databases'
import { flushClients, listClients, MAX_CLIENTS, MAX_KNOWN, noteClient } from './clients'

const KEY = { type: 'api_key' as const, id: 'apikey_1' }

onBothDatabases((current) => {
  test('a caller that names itself anew with each call takes no other’s place', async () => {
    noteClient(current(), {
      actor: KEY,
      client: { name: 'a program with a key', version: '1' },
      isToolCall: true,
    })
    for (let number = 0; number < MAX_CLIENTS + 50; number++) {
      const client = { name: `program ${number}`, version: '1' }
      noteClient(current(), { actor: LOCAL_API_ACTOR, client, isToolCall: true })
    }
    const names = (await listClients(current(), 1_000)).map(({ name }) => name)
    expect(names).toHaveLength(MAX_CLIENTS + 1)
    expect(names).toContain('a program with a key')
  })

  test('what could not be stored is counted with what came since', async () => {
    const call = { actor: KEY, client: { name: 'patient', version: '1' }, isToolCall: true }
    noteClient(current(), call)
    await flushClients(current())
    noteClient(current(), call)
    const write = vi.spyOn(current(), 'write').mockRejectedValueOnce(new Error('full'))
    await expect(flushClients(current())).rejects.toThrow('full')
    write.mockRestore()
    noteClient(current(), call)
    const [client] = await listClients(current(), 1)
    expect(client).toMatchObject({ name: 'patient', calls: 3 })
  })

  test('of many callers together, the programs that called last are kept', async () => {
    for (let number = 0; number < MAX_KNOWN + 20; number++) {
      const actor = { type: 'api_key' as const, id: `apikey_${number}` }
      noteClient(current(), { actor, client: { name: 'program', version: '1' }, isToolCall: true })
      // In two turns, so that the bound of what is stored is met as well as that of what waits.
      if (number === 100) await flushClients(current())
    }
    const kept = await listClients(current(), MAX_KNOWN + 100)
    expect(kept).toHaveLength(MAX_KNOWN)
  })
})
