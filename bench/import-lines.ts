/**
 * Seeds a store of a running server with lines of JSON (memories, or moments of a history), and waits
 * until they are in it.
 */
export async function importLines(
  url: string,
  storeId: string,
  lines: readonly object[],
): Promise<void> {
  const answer = await fetch(`${url}/v1/memory_stores/${storeId}/import?name=seed.jsonl`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  })
  const { id } = (await answer.json()) as { id: string }
  for (;;) {
    const job = (await (await fetch(`${url}/v1/jobs/${id}`)).json()) as { state: string }
    if (job.state === 'done') return
    if (job.state !== 'running') throw new Error(`seeding ended as ${job.state}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
