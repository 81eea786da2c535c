# To use a mirror of the base image: docker build --build-context node:26-slim=docker-image://mirror.example.com/node:26-slim
FROM node:26-slim AS base

# The packages that the build needs.
FROM base AS dependencies
WORKDIR /site
COPY package.json package-lock.json ./
RUN npm ci

# Bundles that need no node_modules, and the prerendered site.
FROM dependencies AS built
COPY . .
ARG SITE_ORIGIN
# The variables that pages show, one per line, as in .env.
ARG PUBLIC_ENV
RUN printf '%s\n' "$PUBLIC_ENV" > .env && npm run prerender

# Node without npm and the like: nothing is installed at run time.
FROM base AS node
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /opt/yarn-* \
  && find /usr/local/bin -type l -delete

# The image that runs. Its root is copied as a whole: deleted files would stay in the layer below.
FROM scratch
COPY --from=node / /
WORKDIR /site
COPY --from=built /site/build ./build
COPY --from=built /site/dist ./dist
ARG SITE_ORIGIN
ENV PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production HOST=0.0.0.0 PORT=3000 SITE_ORIGIN=${SITE_ORIGIN}
USER 1000:1000
EXPOSE 3000
# bash, because starting Node takes 0.2 s of CPU each time.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${PORT:-3000} && printf 'GET /healthz HTTP/1.0\r\n\r\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
# The exec form: node is process 1 and gets SIGTERM itself. Garbage is collected a little more often, for at most 30 MiB
# less. It may read this folder and use the network. The silenced warning says that --allow-net is experimental.
CMD ["node", "--max-semi-space-size=8", "--permission", "--allow-fs-read=.", "--allow-net", "--disable-warning=ExperimentalWarning", "build/server.js"]
