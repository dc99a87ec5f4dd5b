import { sha256Hex } from '@/lib/text/content'
import type { DiskPort, DiskRead, DiskStat, Listed } from '@/lib/folders/disk'

/** How a disk takes names: as they are, without case, or in one Unicode form. */
export type Names = 'plain' | 'folding' | 'normalising'

interface Inode {
  id: number
  kind: 'file' | 'folder' | 'link'
  bytes: Buffer
  mode: number
  at: number
}

const SPELLED: Record<Names, { key: (name: string) => string; stored: (name: string) => string }> =
  {
    plain: { key: (name) => name, stored: (name) => name },
    folding: { key: (name) => name.toLowerCase().normalize('NFC'), stored: (name) => name },
    normalising: { key: (name) => name.normalize('NFC'), stored: (name) => name.normalize('NFD') },
  }

const failing = (code: string) => Object.assign(new Error(code), { code, syscall: 'memory' })

/** A disk in memory: of two calls nothing is between, and before each of them something may happen. */
export class MemoryDisk implements DiskPort {
  private readonly entries = new Map<string, { name: string; inode: Inode }>()
  private ids = 0
  private clock = 1_000_000
  /** called before each call */
  before: () => Promise<void> = async () => {}

  constructor(private readonly names: Names = 'plain') {}

  private key(name: string): string {
    return SPELLED[this.names].key(name)
  }

  private at(name: string): Inode | undefined {
    return this.entries.get(this.key(name))?.inode
  }

  private put(name: string, inode: Inode): void {
    const parent = name.slice(0, name.lastIndexOf('/'))
    if (parent !== '' && this.at(parent)?.kind !== 'folder') throw failing('ENOENT')
    const folder = parent === '' ? '' : (this.entries.get(this.key(parent))?.name ?? parent)
    const base = SPELLED[this.names].stored(name.slice(name.lastIndexOf('/') + 1))
    this.entries.set(this.key(name), { name: `${folder}/${base}`, inode })
  }

  private made(kind: Inode['kind'], bytes: Uint8Array = Buffer.of(), mode = 0o600): Inode {
    return { id: ++this.ids, kind, bytes: Buffer.from(bytes), mode, at: ++this.clock }
  }

  private statOf({ id, kind, bytes, mode, at }: Inode): DiskStat {
    return { kind, id: `memory:${id}`, size: bytes.length, mode, modifiedAt: at, changedAt: at }
  }

  // ── what programs do ──────────────────────────────────────────────────────────────────────────
  /** Writes a file in place, or in the place of another; folders are made. */
  save(name: string, text: string, how: 'in place' | 'atomic' = 'atomic'): void {
    this.makeFolders(name)
    const there = this.at(name)
    if (there && how === 'in place') this.write(there, text)
    else if (there) {
      const entry = this.entries.get(this.key(name))
      if (entry) entry.inode = this.made('file', Buffer.from(text), there.mode)
    } else this.put(name, this.made('file', Buffer.from(text)))
  }

  private makeFolders(name: string): void {
    const folders = name.split('/').slice(1, -1)
    for (const [depth] of folders.entries()) {
      const folder = `/${folders.slice(0, depth + 1).join('/')}`
      if (!this.at(folder)) this.put(folder, this.made('folder'))
    }
  }

  private write(inode: Inode, text: string): void {
    inode.bytes = Buffer.from(text)
    inode.at = ++this.clock
  }

  /** A program holds a file open; it writes when this is called, wherever the file is by then. */
  hold(name: string): ((text: string) => void) | null {
    const inode = this.at(name)
    return inode ? (text) => this.write(inode, text) : null
  }

  erase(name: string): void {
    this.entries.delete(this.key(name))
  }

  moveNow(from: string, to: string): void {
    const entry = this.entries.get(this.key(from))
    if (!entry) return
    this.makeFolders(to)
    this.entries.delete(this.key(from))
    this.put(to, entry.inode)
  }

  /** What stands in files, by the disk's names; what we put beside them left out. */
  texts(): Record<string, string> {
    const files = [...this.entries.values()].filter(({ inode }) => inode.kind === 'file')
    return Object.fromEntries(files.map(({ name, inode }) => [name, inode.bytes.toString()]))
  }

  // ── the port ──────────────────────────────────────────────────────────────────────────────────
  async list(folder: string): Promise<Listed[]> {
    await this.before()
    if (folder !== '' && this.at(folder)?.kind !== 'folder') throw failing('ENOENT')
    const inside = this.key(`${folder}/`)
    return [...this.entries].flatMap(([key, { name, inode }]) => {
      const isIn = key.startsWith(inside) && !key.slice(inside.length).includes('/')
      return isIn ? [{ name: name.slice(name.lastIndexOf('/') + 1), stat: this.statOf(inode) }] : []
    })
  }

  async lstat(name: string): Promise<DiskStat | null> {
    await this.before()
    const inode = this.at(name)
    return inode ? this.statOf(inode) : null
  }

  async read(name: string, most: number): Promise<DiskRead> {
    await this.before()
    const inode = this.at(name)
    if (!inode) return { kind: 'moving' }
    if (inode.kind !== 'file') return { kind: 'left', reason: 'not_regular_file' }
    if (inode.bytes.length > most) return { kind: 'left', reason: 'too_large' }
    const { bytes } = inode
    return { kind: 'bytes', bytes, sha256: sha256Hex(bytes), stat: this.statOf(inode) }
  }

  async create(name: string, bytes: Uint8Array, mode: number | null): Promise<void> {
    await this.before()
    if (this.at(name)) throw failing('EEXIST')
    this.put(name, this.made('file', bytes, mode ?? 0o600))
  }

  async link(from: string, to: string): Promise<void> {
    await this.before()
    const inode = this.at(from)
    if (!inode) throw failing('ENOENT')
    if (this.at(to)) throw failing('EEXIST')
    this.put(to, inode)
  }

  async rename(from: string, to: string): Promise<void> {
    await this.before()
    if (!this.at(from)) throw failing('ENOENT')
    this.moveNow(from, to)
  }

  async replace(fresh: string, name: string, id: string): Promise<boolean> {
    await this.before()
    const inode = this.at(name)
    const entry = this.entries.get(this.key(name))
    const next = this.at(fresh)
    if (!inode || !entry || !next || this.statOf(inode).id !== id) return false
    entry.inode = next
    this.entries.delete(this.key(fresh))
    return true
  }

  async unlink(name: string): Promise<void> {
    await this.before()
    if (!this.at(name)) throw failing('ENOENT')
    this.erase(name)
  }

  async mkdir(name: string): Promise<void> {
    await this.before()
    if (this.at(name)) throw failing('EEXIST')
    this.put(name, this.made('folder'))
  }

  async rmdir(name: string): Promise<void> {
    await this.before()
    const inside = this.key(`${name}/`)
    if ([...this.entries.keys()].some((key) => key.startsWith(inside))) throw failing('ENOTEMPTY')
    if (this.at(name)?.kind !== 'folder') throw failing('ENOENT')
    this.erase(name)
  }
}
