// Preloaded into the server: ends it once the process that started it is gone, however that ended.
// Node reports this through the channel between the two.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel must not keep the process alive; this listener still fires.
process.channel?.unref()
// Not for what the server forks: the development server's own child waits for a message on its
// channel, and would end at once.
process.execArgv = []
