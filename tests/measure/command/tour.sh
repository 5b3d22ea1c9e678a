toolmodel new tour --client && cd tour
npx -y @modelcontextprotocol/server-everything streamableHttp & sleep 20     # any server over HTTP
toolmodel import --http http://localhost:3001/mcp -o tools/everything.json
toolmodel import --stdio 'npx -y @modelcontextprotocol/server-memory' -o tools/memory.json
toolmodel import --stdio 'uvx mcp-server-time' -o tools/time.json
toolmodel import --stdio 'uvx mcp-server-git' -o tools/git.json
toolmodel check tools && cargo test      # build.rs generates the types of all tools in tools/
toolmodel example get-sum -t tools | toolmodel call --http http://localhost:3001/mcp get-sum --args -
toolmodel call --stdio 'uvx mcp-server-time' get_current_time --args '{"timezone": "UTC"}'
