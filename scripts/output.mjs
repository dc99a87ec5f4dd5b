import { closeSync, fstatSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'

/**
 * Keeps a command's output in a file. A pipe would stay open as long as any process that the
 * command has left behind.
 */
export class Output {
  #path
  #printed = 0

  constructor(path) {
    this.#path = path
    /** the descriptor to which a command writes */
    this.file = openSync(path, 'a+')
  }

  add(text) {
    writeSync(this.file, text)
  }

  /** Prints what was added since the last time. */
  print() {
    const fresh = Buffer.alloc(fstatSync(this.file).size - this.#printed)
    this.#printed += readSync(this.file, fresh, 0, fresh.length, this.#printed)
    process.stdout.write(fresh)
  }

  lastLines(most) {
    return readFileSync(this.#path, 'utf8').trimEnd().split('\n').slice(-most).join('\n')
  }

  close() {
    closeSync(this.file)
  }
}
