// Parses Markdown in a thread of its own, for lib/markdown/markdown-tree: there is Markdown of a
// hundred kilobytes that takes minutes (`]]]…`, `*a_ …`), and nothing that could be asked to stop.
import { parentPort } from 'node:worker_threads'
import { parseMarkdown } from '../text/parse-markdown.mjs'

parentPort.on('message', (content) => parentPort.postMessage(parseMarkdown(content)))
