import type { Problem } from '@/components/act/problem-words'
import type { SeedFile } from './handed-files'

/** Why the server did not take an upload, as its answer says it. */
export class NotTaken extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message)
  }
}

/**
 * Sends files as one upload; `onSent` hears how much of it, from 0 to 1. Answers the job that holds it, for
 * its plan. Throws `NotTaken`.
 */
export async function uploadFiles(
  storeId: string,
  files: readonly SeedFile[],
  onSent: (part: number) => void,
): Promise<string> {
  const { packed } = await import('./read-files')
  const file = await packed(files)
  const query = new URLSearchParams({ store: storeId, name: file.name })
  return new Promise((resolve, reject) => {
    // `fetch` does not tell how much is sent.
    const request = new XMLHttpRequest()
    request.open('POST', `/import?${query}`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 1 : loaded / total)
    request.onload = () => {
      const answer = request.response as { id: string } & Problem
      if (request.status === 200) resolve(answer.id)
      else reject(new NotTaken(answer))
    }
    request.onerror = () => reject(new Error('the upload was cut off'))
    request.send(file)
  })
}
