"""Tasks for agents in the sandbox: made of released rows, checked by running their gold plan, and scored by replay."""
