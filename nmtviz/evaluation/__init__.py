"""What is measured of translations: against references, or of each one alone.

Without a reference: `confidence`, `lost_track`, `names`, `numbers` and `signs`.
"""
