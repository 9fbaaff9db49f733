"""What the API says of each noun: one module per noun."""
