/** Exits 0 when the program of this container is alive. Both listen where the settings say; only one runs here. */
const ports = [process.env.SERVICE_PORT || 4000, process.env.PORT || 3000];
const alive = await Promise.any(
  ports.map(async (port) => {
    const { ok } = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4_000) });
    if (!ok) throw new Error(`port ${port} answers, but not 200`);
    return true;
  }),
).catch(() => false);
process.exit(alive ? 0 : 1);
