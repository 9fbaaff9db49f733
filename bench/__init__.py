"""The performance figures and long proofs of the project, each one command. Nothing in the product imports this."""
